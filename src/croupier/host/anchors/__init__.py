"""Anchors: from time to time the ends of all streams are recorded, signed, and sent to where nobody can change them.

An anchor is an entry of the stream `anchors`. It has the ends of all streams that have changed since the one before,
and its digest covers all earlier anchors. So the digest of one anchor that was kept elsewhere proves everything that
the store contained then.
"""

"""The refusals that no player can be told: they answer commands of staff, the device, or the command line."""

NOT_FOR_PLAYERS = frozenset(
    """
    act-of-another-game.call-is-no-roll act-of-another-game.call-is-no-spin act-of-another-game.call-is-void
    act-of-another-game.no-balls act-of-another-game.no-colors act-of-another-game.no-draw
    act-of-another-game.no-progressive act-of-another-game.no-relief act-of-another-game.no-repair
    act-of-another-game.not-cocked act-of-another-game.throw-closes act-of-another-game.thrown
    alert-known alert-not-money alert-unfit.twice alert-unfit.value alert-unknown
    amount-differs approval-unknown.named approval-unknown.none approval-unknown.other-day
    approval-unknown.other-subject approval-unknown.twice ball-held bank-short bank-too-low.for-the-cage
    cash-on-the-table.before-the-box-goes chips-remain.in-the-tube clock-in-order dealer-unnamed.nobody
    credential-unknown.acts credential-unknown.none credential-unknown.own credential-unknown.too-old
    credential-used desk-field house-founded.already house-founded.roles house-founded.zone
    licence-not-valid.another licence-not-valid.not-yet licence-not-valid.over licence-unsound.backwards
    licence-unsound.no-day licence-unsound.not-yet licence-unsound.over name-unseen not-for-others.credential
    not-for-others.duty off-duty.elsewhere off-duty.is-off off-duty.to-act on-duty-already
    person-known.licence person-known.name person-unknown.acts person-unknown.named proof-stale
    role-not-free.held role-not-free.of-nobody role-not-held.acts role-not-held.to-revoke roles-clash
    same-person.own-matter same-person.own-post secret-to-replace secret-weak.password
    secret-weak.pin secret-weak.same session-locked.already session-locked.first session-locked.idle
    session-locked.not-locked session-not-there.ended session-not-there.nobody session-not-there.over
    session-not-there.over-for
    session-not-there.used sign-in-failed sign-in-later.busy sign-in-later.failures staff-excluded
    terminal-unknown.named terminal-unknown.reported terminal-used too-few-left
    dealer-unnamed.whom dispute-open dispute-unknown house-in-force.already house-in-force.first
    house-in-force.twice house-unsound.another-game house-unsound.faults house-unsound.lacks
    house-unsound.not-everywhere house-unsound.not-uniform house-unsound.of-the-log house-unsound.other-code
    house-unsound.tips house-unsound.unreadable house-unsound.variations impossible-draw.award
    impossible-draw.bonus
    impossible-draw.bonus-stays impossible-draw.bonus-twice impossible-draw.load impossible-outcome.cocked
    impossible-outcome.compartment impossible-outcome.dice impossible-outcome.section
    impossible-outcome.void
    field-wrong.choice field-wrong.choices field-wrong.day field-wrong.flag field-wrong.list
    field-wrong.missing field-wrong.number field-wrong.pairs field-wrong.range field-wrong.text
    field-wrong.unknown item-in-place.same item-in-place.store item-in-place.table item-in-use
    item-misplaced.box item-misplaced.no-table item-misplaced.not-in-kit item-misplaced.number item-misplaced.second
    item-misplaced.too-few item-twice.id item-twice.retired item-twice.serial item-unknown
    kind-unknown
    locked.sensor no-employee.not-listed no-employee.reads-only no-tip-tube.none no-tip-tube.nothing-higher
    not-attested.another-way not-attested.at-rest not-attested.ball not-attested.direction not-attested.move
    not-attested.needless not-attested.no-move not-attested.no-wave not-attested.not-waved
    not-attested.revolutions not-attested.wave not-attested.wheel not-excluded not-in-this-phase.award
    not-in-this-phase.bonus not-in-this-phase.calling not-in-this-phase.changing-the-house
    not-in-this-phase.closing not-in-this-phase.closing-the-betting not-in-this-phase.correction
    not-in-this-phase.device-draws not-in-this-phase.directing-the-dice not-in-this-phase.loading
    not-in-this-phase.locking-in not-in-this-phase.moving not-in-this-phase.no-roll
    not-in-this-phase.no-spin not-in-this-phase.offering not-in-this-phase.opening
    not-in-this-phase.ordering-the-pass not-in-this-phase.publish-closing not-in-this-phase.publishing
    not-in-this-phase.revealing not-in-this-phase.sending-out not-in-this-phase.settling
    not-in-this-phase.spinning-the-ball not-in-this-phase.spinning-the-wheel
    not-in-this-phase.taking-the-point-off not-in-this-phase.void not-notified.nobodys-money
    not-notified.nothing not-tapped not-your-role.at-terminals not-your-role.caller
    not-your-role.dealer-calls not-your-role.improper-throw not-your-role.key not-your-role.late-only
    not-your-role.no-device
    not-your-role.not-described not-your-role.of-craps nothing-pending.ball nothing-pending.dice
    nothing-pending.direction nothing-pending.draw nothing-pending.load nothing-pending.lock-in
    nothing-pending.move nothing-pending.point nothing-pending.round nothing-stands.no-round
    nothing-stands.sensor nothing-to-repair proof-faulty.another-round proof-faulty.another-seal
    proof-faulty.chance-all-void proof-faulty.chance-entry proof-faulty.chance-too-much
    proof-faulty.chance-twice proof-faulty.changed-chances proof-faulty.closing-delay
    proof-faulty.closing-iterations proof-faulty.closing-log proof-faulty.closing-path
    proof-faulty.closing-root proof-faulty.closing-signature proof-faulty.closing-terminals
    proof-faulty.draw-name proof-faulty.draw-number proof-faulty.drawn-again proof-faulty.drawn-early
    proof-faulty.log-without-draws proof-faulty.no-digest proof-faulty.no-outcome proof-faulty.not-opened
    proof-faulty.not-void proof-faulty.other-chances proof-faulty.other-closing proof-faulty.other-delay
    proof-faulty.other-draws proof-faulty.other-outcome proof-faulty.other-result proof-faulty.other-word
    proof-faulty.round-number proof-faulty.seen-late proof-faulty.seen-other-closing
    proof-faulty.seen-other-round proof-faulty.seen-other-seal proof-faulty.seen-signed-closing
    proof-faulty.seen-without-nonce proof-faulty.stands proof-faulty.table-name proof-faulty.voided-outcome
    proof-faulty.whether-it-counts proposal-differs proposal-needless proposal-over proposal-unknown
    proposal-unreadable same-outcome.called same-outcome.settled same-person.own-proposal
    same-person.same-credential same-person.same-licence
    seal-due.another-seed seal-due.closing-due seal-due.closing-published
    seal-due.no-delay seal-due.none seal-due.not-published seal-due.not-revealed seal-due.published
    slip-misused.elsewhere slip-misused.no-taker slip-misused.not-issued slip-misused.not-refused
    slip-misused.other-id slip-misused.reserved spot-needless.act still-pending.correction table-open
    too-early two-needed unknown-reason.no-roll unknown-reason.no-spin unknown-reason.void
    wagers-stand.another-wheel wagers-stand.device wagers-stand.drawn-otherwise wagers-stand.for-the-seed
    wagers-stand.offered-to-all wagers-stand.on-the-layout wrong-direction
    checklist-differs.missing checklist-differs.twice checklist-differs.unknown
    inspection-unasked.after-movement inspection-unasked.by-the-game inspection-unasked.no-house
    nothing-to-inspect.absent nothing-to-inspect.by-the-director nothing-to-inspect.no-wheel open-to-public
    place-not-approved.later place-not-approved.none place-not-approved.not-there unsigned
    wheel-unknown.elsewhere wheel-unknown.no-external-parts wheel-unknown.none
    act-of-another-game.no-movement house-in-force.none inspection-due.none
    inspection-due.to-open kit-incomplete kit-missing.not-out
    kit-missing.to-open kit-missing.to-report kit-missing.to-return
    kit-of-another-house.to-change kit-of-another-house.to-open kit-out.at-table kit-out.here kit-out.open
    slip-unfit.another-kit slip-unfit.another-pit slip-unfit.no-use slip-unfit.no-use-here
    slip-unfit.not-inspected slip-unfit.not-of-a-pit slip-unfit.not-of-a-table slip-unfit.not-out
    slip-unfit.house-of-another-kit slip-unfit.older-house slip-unfit.refused-by-the-pit
    slip-unfit.unreadable
    cage-missing.chips cage-missing.founded cage-missing.not-founded cage-missing.to-count cage-missing.validator
    cage-missing.zone cage-too-low.tips cage-too-low.vault count-differs.box count-differs.credit count-differs.fill
    count-differs.instruments count-differs.inventory count-differs.order count-differs.stated count-due.fill
    count-due.in-the-cage day-not-over.closed day-not-over.no-day day-not-over.runs difference-open fill-unknown
    not-counted.by-two not-counted.nobody not-counted.since not-in-this-phase.counting nothing-to-count.box
    nothing-to-count.credit nothing-to-count.difference nothing-to-count.nobody same-person.own-count signed-already
    slip-unfit.another-cage slip-unfit.no-use-in-the-cage slip-unfit.not-to-the-cage slip-unfit.not-without-a-cage
    """.split()
)

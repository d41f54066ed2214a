// The language of the page, which it names when it asks the API for texts. The API answers in English without a name.

const ENGLISH = "en";

/**
 * An address with the language of the page.
 * @param {string} path
 * @param {Record<string, string>} query
 */
export function inLanguage(path, query = {}) {
  const { lang } = document.documentElement;
  const asked = new URLSearchParams(lang === ENGLISH ? query : { ...query, language: lang }).toString();
  return asked ? `${path}?${asked}` : path;
}

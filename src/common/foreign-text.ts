/** Addresses of machines, connection URIs, paths of files, and what follows the code of a system error. */
const INTERNALS = [
  /\b(?:mongodb(?:\+srv)?|rediss?|unix|file):\/\/\S*/gi,
  /\b(?:https?:\/\/)?(?:(?:\d{1,3}\.){3}\d{1,3}|localhost)(?::\d+)?(?:\/\S*)?/gi,
  /(?:https?:\/\/)?\[[0-9a-f]*:[0-9a-f:.]*\](?::\d+)?(?:\/\S*)?/gi,
  /(?<=\bE[A-Z]{3,}(?:_[A-Z]+)? )\S+/g,
  /(?<![\w/:.])(?:[A-Za-z]:)?(?:[\\/][\w.@%~-]+){2,}[\\/]?/g,
];

const LONGEST = 300;

/**
 * The words of another service, such as why it refuses something, as far as they are for a user: their first line, in
 * which "…" stands for every address and path.
 */
export function foreignText(text: string): string {
  const [line = ''] = text
    .trimStart()
    .slice(0, LONGEST)
    .trimEnd()
    .split(/[\r\n]/, 1);
  return INTERNALS.reduce((shown, pattern) => shown.replace(pattern, '…'), line).replace(/\s+at .*:\d+:\d+\)?/, '');
}

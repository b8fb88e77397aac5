const EXTENDED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const ACCOUNT = /^\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?$/;

/** `ts` of the extended history, `2023-04-01T08:15:30Z`, as ms since 1970; null when it is no such time. */
export function parseExtendedTime(text: string): number | null {
  return EXTENDED.test(text) ? toInstant(text) : null;
}

/** `endTime` of account data, `2023-04-01 08:15` in UTC, as ms since 1970; null when it is no such time. */
export function parseAccountTime(text: string): number | null {
  return ACCOUNT.test(text) ? toInstant(`${text.replace(' ', 'T')}Z`) : null;
}

/** `Date.parse` takes 24:00 for the next day and the 30th of February for the 1st or 2nd of March; neither is a time here. */
function toInstant(text: string): number | null {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) return null;
  return new Date(instant).getUTCDate() === Number(text.slice(8, 10)) ? instant : null;
}

/** Numbers and dates in the words of the browser's language. */

const plain = new Intl.NumberFormat();
const oneDecimal = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percentage = new Intl.NumberFormat(undefined, { style: 'percent' });
const BYTE_UNITS = ['kilobyte', 'megabyte', 'gigabyte'];

export const number = (value) => plain.format(value);
export const hours = (value) => oneDecimal.format(value);
export const percent = (share) => percentage.format(share);

/** A count with its noun: "1 play", "1,204 plays". */
export function count(value, one, many = `${one}s`) {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** A file size in the unit that suits it, by thousands. */
export function size(bytes) {
  const thousands = bytes < 1000 ? 1 : Math.floor(Math.log10(bytes) / 3);
  const step = Math.min(thousands, BYTE_UNITS.length);
  const options = { style: 'unit', unit: BYTE_UNITS[step - 1], maximumFractionDigits: 1 };
  return new Intl.NumberFormat(undefined, options).format(bytes / 1000 ** step);
}

/** The calendar day of an instant in a time zone. */
export function day(instant, timeZone) {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone }).format(new Date(instant));
}

/** Day and time of an instant in a time zone. */
export function moment(instant, timeZone) {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone };
  return new Intl.DateTimeFormat(undefined, options).format(new Date(instant));
}

/** The label of a trend's bucket: YYYY-MM-DD, YYYY-Www or YYYY-MM. */
export function bucket(label) {
  const [year, part, dayOfMonth] = label.split('-');
  if (part.startsWith('W')) return `Week ${Number(part.slice(1))}, ${year}`;
  const options = { timeZone: 'UTC', month: 'short', year: 'numeric' };
  if (dayOfMonth !== undefined) options.day = 'numeric';
  const date = new Date(Date.UTC(Number(year), Number(part) - 1, Number(dayOfMonth ?? 1)));
  return new Intl.DateTimeFormat(undefined, options).format(date);
}

/** An hour of the day as people there write it: "14:00", "2 PM". */
export function hourOfDay(hour) {
  const options = { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' };
  return new Intl.DateTimeFormat(undefined, options).format(new Date(Date.UTC(2000, 0, 1, hour)));
}

import { isPlatformId } from '../catalogue/base62';
import { ApiError } from './api-error';

/** Query parameters of a call; of a repeated one, the first counts. */
export class Query {
  constructor(private readonly parameters: URLSearchParams) {}

  text(name: string): string | null {
    return this.parameters.get(name);
  }

  required(name: string): string {
    const value = this.text(name);
    if (!value) throw new ApiError(400, `Missing required field: ${name}`);
    return value;
  }

  /** A whole number within bounds, or the fallback where the parameter is missing. */
  integer<Fallback>(name: string, bounds: { min: number; max: number }, fallback: Fallback): number | Fallback {
    const value = this.text(name);
    if (value === null) return fallback;
    const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= bounds.min && number <= bounds.max)) throw new ApiError(400, `Invalid ${name}`);
    return number;
  }

  /** A comma list of platform ids. */
  ids(max: number): string[] {
    const ids = this.required('ids').split(',');
    if (ids.length > max) throw new ApiError(400, 'Too many ids requested');
    return ids.map(checkedId);
  }

  /** The parameters with some of them replaced, for links to other pages. */
  with(changes: Readonly<Record<string, string | number>>): string {
    const copy = new URLSearchParams(this.parameters);
    for (const [name, value] of Object.entries(changes)) copy.set(name, String(value));
    return copy.toString();
  }
}

/** The id, if it has the form of one. */
export function checkedId(id: string | undefined): string {
  if (id === undefined || !isPlatformId(id)) throw new ApiError(400, 'Invalid base62 id');
  return id;
}

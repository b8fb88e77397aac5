/** How an array of records can stop being one. */
export type Breakage =
  /** It ends in the middle. */
  | 'cut_off'
  /** A record begins and never ends, or ends with the wrong bracket. */
  | 'unclosed'
  /** Something stands where a record, a comma or the end of the array should. */
  | 'unexpected'
  /** Something follows the end of the array. */
  | 'trailing';

/** The bytes stop being a JSON array. Every record before the break has been given out. */
export class BrokenJsonError extends Error {
  /**
   * @param byteOffset where in the unpacked JSON
   * @param record     number, counted from 1, of the record that is not there whole
   */
  constructor(
    readonly breakage: Breakage,
    readonly byteOffset: number,
    readonly record: number,
  ) {
    super(`JSON array broken at byte ${byteOffset}, record ${record}: ${breakage}`);
    this.name = 'BrokenJsonError';
  }
}

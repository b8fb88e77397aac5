/** What a slice of work has come to. */
export interface SliceReport {
  /** Questions that the platform has answered. */
  answered: number;
  /** Whether asking has failed. */
  failed: boolean;
}

/** Some of what the catalogue lacks, and how it is got. */
export interface TurnWork {
  /**
   * Does a few batches' worth at most, so that nobody else waits long for the platform.
   *
   * @param signal aborted when the service stops
   * @throws PlatformRateLimited or NotLinked when nothing can be asked for now; what was claimed is given back
   */
  work(signal: AbortSignal): Promise<SliceReport>;

  /** When there is something to do again, now or in the past if there is already; null for never. */
  nextDueAt(): Promise<Date | null>;
}

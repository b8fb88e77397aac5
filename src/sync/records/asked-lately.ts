const ASKED_AGAIN_AFTER_MS = 24 * 3600_000;
const MOST_REMEMBERED = 20_000;

/** Remembers for a day what was asked for, so that what the platform does not know is not asked for with every sync. */
export class AskedLately {
  private readonly askedAt = new Map<string, number>();

  /** Those that were not asked for lately. */
  without(ids: readonly string[], now: number): string[] {
    return ids.filter((id) => now - (this.askedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= ASKED_AGAIN_AFTER_MS);
  }

  note(ids: readonly string[], now: number): void {
    if (this.askedAt.size + ids.length > MOST_REMEMBERED) this.askedAt.clear();
    for (const id of ids) this.askedAt.set(id, now);
  }
}

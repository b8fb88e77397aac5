import { Gathered } from '../../common/gathered';
import { ownTurn } from '../../common/own-turn';
import type { TrackNames } from '../matching/reported-play';
import { type NameKeys, nameKeysOf } from '../matching/track-forms';
import type { ListedNames } from './listed-names';
import type { NameList } from './name-list.service';

/** The names that one session brings, those of all batches that wait for them in one command. */
export class SessionNames {
  private readonly naming = new Gathered<NameKeys>(async (keys) => (await this.listedNames()).add(keys));
  /** The list of the user's names, once it is needed, for as long as nobody else can write it. */
  private listed: Promise<ListedNames> | null = null;
  /** All names that were told ahead so far, in the list or failed. */
  private toldAhead: Promise<void> = Promise.resolve();
  /** Whether the session has the lease: without it nothing may be written. */
  private isOpen = true;

  constructor(
    private readonly userId: string,
    private readonly names: NameList,
  ) {}

  /** Begins to add names of plays to come. What fails, or comes while the session has no lease, is left to `before`. */
  ahead(tracks: readonly TrackNames[]): void {
    if (this.isOpen) this.toldAhead = this.addNamesOf(tracks).catch(() => undefined);
  }

  /** Resolves when all names of these rows are in the list, so that they may be written. */
  async before(rows: readonly NameKeys[]): Promise<void> {
    if (rows.length > 0 && !(await this.listedNames()).has(rows)) await this.naming.add(rows);
  }

  /** To be called before the lease is given up: resolves when nothing is being added, and nothing is until `resume`. */
  async pause(): Promise<void> {
    this.isOpen = false;
    await this.toldAhead;
    this.listed = null;
  }

  /** To be called when the lease has been taken again. */
  resume(): void {
    this.isOpen = true;
  }

  private async addNamesOf(tracks: readonly TrackNames[]): Promise<void> {
    // The first batch of a history has a thousand of them.
    await ownTurn();
    await this.naming.add(tracks.map(nameKeysOf));
  }

  private listedNames(): Promise<ListedNames> {
    this.listed ??= this.names.of(this.userId);
    return this.listed;
  }
}

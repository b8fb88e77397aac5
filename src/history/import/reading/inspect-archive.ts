import { rm } from 'node:fs/promises';
import { readBeginning } from './beginning';
import type { ByteRange } from './byte-range';
import { type FoundEntry, foundEntry, shownName, type Surroundings } from './found-entry';
import { type Finding, inspectContent, inspectGzip } from './inspect-content';
import type { PackedBytes } from './inspected-file';
import { withoutOwnCopies } from './own-copies';
import type { ContentProblem } from './problems';
import { unpackToFile } from './unpack';
import type { UnpackingBudget } from './unpacking-budget';
import { readZipDirectory, type ZipEntry } from './zip-directory';

/** Archives within the uploaded one that are opened: those that lie in it, and not those that lie in them. */
const DEEPEST = 1;

/** An archive to look into, and where its entries lie. */
export interface Archive extends Surroundings {
  range: ByteRange;
  /** Archives that it lies in. */
  depth: number;
}

/** Looks into the archives of one uploaded file. */
export class ArchiveInspector {
  private unpackedFiles = 0;

  /** @param uploadPath on disk; what has to be unpacked first is put beside it */
  constructor(
    private readonly uploadPath: string,
    private readonly budget: UnpackingBudget,
  ) {}

  /**
   * What the files in an archive are, those in archives within it included, in the order of its directory.
   * @returns null if its directory cannot be read
   * @throws UnreadableUploadError when there is more in it than may be unpacked
   */
  async inspect(archive: Archive): Promise<FoundEntry[] | null> {
    const directory = await readZipDirectory(archive.range, this.budget.entriesLeft);
    if (directory === null) return null;
    const claimedBytes = directory.files.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
    this.budget.addArchive(directory.count, claimedBytes);
    const found: FoundEntry[] = [];
    for (const entry of directory.files) found.push(...(await this.inspectEntry(entry, archive)));
    return withoutOwnCopies(found);
  }

  private async inspectEntry({ name, content: packed }: ZipEntry, archive: Archive): Promise<FoundEntry[]> {
    const found = (finding: Finding): FoundEntry[] => [foundEntry(name, archive, finding)];
    const failed = (why: ContentProblem): FoundEntry[] => found({ problem: why, isOfHistory: false });
    if (typeof packed === 'string') return failed(packed);
    const { path } = archive.range;
    const beginning = await readBeginning(path, packed);
    if (beginning.kind === 'gzip')
      return this.withUnpacked(path, packed, async (range) => found(await inspectGzip(range, this.follow(range))));
    if (beginning.kind !== 'zip') return found(await inspectContent(path, packed, beginning, this.follow(packed)));
    if (archive.depth === DEEPEST) return failed('nested_too_deep');
    return this.withUnpacked(path, packed, async (range) => {
      const prefix = `${archive.prefix}${shownName(name)}/`;
      const inner = { range, upload: archive.upload, prefix, depth: archive.depth + 1 };
      const entries = await this.inspect(inner);
      if (entries === null) return failed('damaged_zip');
      return entries.length === 0 ? failed('empty_zip') : entries;
    });
  }

  /** Looks into what is itself packed, from where it lies if it was put into its archive as it is. */
  private async withUnpacked(
    path: string,
    packed: PackedBytes,
    inspect: (range: ByteRange) => Promise<FoundEntry[]>,
  ): Promise<FoundEntry[]> {
    if (packed.packing === 'none') return inspect({ path, start: packed.start, end: packed.end });
    this.unpackedFiles += 1;
    const target = `${this.uploadPath}-${this.unpackedFiles}`;
    const found = await inspect(await unpackToFile(path, packed, target, this.follow(packed)));
    if (!found.some(({ file }) => file?.path === target)) await rm(target);
    return found;
  }

  private follow({ start, end }: Pick<ByteRange, 'start' | 'end'>): (unpackedSoFar: number) => void {
    return this.budget.follow(end - start);
  }
}

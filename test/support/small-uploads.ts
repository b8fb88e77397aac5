import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A record of the extended history, complete, with what a test wants to be different. */
export function extendedRecord(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ts: '2023-04-01T08:15:30Z',
    platform: 'Android OS 13 API 33 (samsung, SM-G991B)',
    ms_played: 200_000,
    conn_country: 'DE',
    ip_addr: '192.0.2.7',
    master_metadata_track_name: 'Song',
    master_metadata_album_artist_name: 'Ann',
    master_metadata_album_album_name: 'Album',
    spotify_track_uri: 'spotify:track:0123456789abcdefghijAB',
    episode_name: null,
    episode_show_name: null,
    spotify_episode_uri: null,
    ...changes,
  };
}

/** So many plays, one a minute, each with a name and an id of its own. */
export function extendedRecords(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) =>
    extendedRecord({
      ts: `${new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString().slice(0, 19)}Z`,
      master_metadata_track_name: `Sóng ${index + 1}`,
      spotify_track_uri: `spotify:track:${String(index + 1).padStart(22, '0')}`,
    }),
  );
}

/** A record of the account data. */
export function accountRecord(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { endTime: '2023-04-01 08:15', artistName: 'Ann', trackName: 'Song', msPlayed: 200_000, ...changes };
}

/** A zip archive with these entries; a string is stored as UTF-8. */
export function zipOf(entries: Record<string, Buffer | string>, options: { compress?: boolean } = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name, options);
  zip.end();
  return buffer(zip.outputStream);
}

/** A folder that uploads are written to. */
export class UploadFolder {
  private readonly path = mkdtempSync(join(tmpdir(), 'playledger-uploads-'));
  private written = 0;

  /** Writes what a user calls `name` under a name that says nothing, as an upload is. */
  add(name: string, content: Buffer | string): { path: string; name: string } {
    this.written += 1;
    const path = join(this.path, `upload-${this.written}`);
    writeFileSync(path, content);
    return { path, name };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

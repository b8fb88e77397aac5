import { Injectable } from '@nestjs/common';
import { Explorer, type LensReader } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import { toLensResponse } from '../lens/lens.dto';
import type { PagedLensQuery } from '../paging';
import type { ItemRow } from '../sql/items';
import { DEFAULT_GAP_MS } from '../sql/sessions';
import type { AbandonedAlbumResponse, AlbumHeardResponse, AlbumsHeardResponse } from './albums-heard.dto';
import { albumsHeardPage } from './albums-heard.sql';

interface HeardRow extends ItemRow {
  rank: number;
  heard_count: number;
  last_heard_at: Date;
  track_count: number;
}

interface AbandonedRow extends ItemRow {
  abandoned_rank: number;
  start_count: number;
  stopped_after: number;
  stopped_track_name: string;
  last_started_at: Date;
}

type AlbumRow = (HeardRow | AbandonedRow | { rank: null; abandoned_rank: null }) & {
  total: number;
  albums_without_order: number;
};

/** Albums that were heard whole and in order, and those that never were. */
@Injectable()
export class AlbumsHeardService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
  ) {}

  async albumsHeard(userId: string, query: PagedLensQuery): Promise<AlbumsHeardResponse> {
    const { limit, offset } = query;
    const { lens, rows } = await this.explorer.read(userId, query, async (reader) => ({
      lens: reader.lens,
      rows: await readAlbums(reader, query),
    }));
    const { total = 0, albums_without_order = 0 } = rows[0] ?? {};
    return {
      lens: toLensResponse(lens),
      items: await this.toHeard(rows.filter((row): row is AlbumRow & HeardRow => row.rank !== null)),
      ...{ total, limit, offset },
      abandoned: await this.toAbandoned(
        rows.filter((row): row is AlbumRow & AbandonedRow => row.abandoned_rank !== null),
      ),
      albums_without_order,
    };
  }

  private async toHeard(rows: readonly HeardRow[]): Promise<AlbumHeardResponse[]> {
    const albums = await this.images.withItems('albums', rows);
    return albums.map(({ row: { rank, heard_count, last_heard_at, track_count }, item }) => ({
      ...item,
      ...{ rank, heard_count, last_heard_at, track_count },
    }));
  }

  private async toAbandoned(rows: readonly AbandonedRow[]): Promise<AbandonedAlbumResponse[]> {
    const albums = await this.images.withItems('albums', rows);
    return albums.map(({ row: { start_count, stopped_after, stopped_track_name, last_started_at }, item }) => ({
      ...item,
      ...{ start_count, stopped_after, stopped_track_name, last_started_at },
    }));
  }
}

function readAlbums({ lens, rows }: LensReader, { limit, offset }: PagedLensQuery): Promise<AlbumRow[]> {
  return rows<AlbumRow>(albumsHeardPage(lens.measure), { gap_ms: DEFAULT_GAP_MS, limit, offset });
}

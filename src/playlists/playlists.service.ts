import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type PageQuery, pageRange } from '../common/pagination';
import { readPage } from '../database/plain-reads';
import { Playlist } from './playlist.schema';
import { type PlaylistsResponse, toPlaylistResponse } from './playlists.dto';

/** Lists a user's playlists. */
@Injectable()
export class PlaylistsService {
  constructor(@InjectModel(Playlist.name) private readonly playlists: Model<Playlist>) {}

  async list(userId: string, query: PageQuery): Promise<PlaylistsResponse> {
    const filter = { user_id: userId };
    const { rows, total } = await readPage<Omit<Playlist, 'tracks'>>(this.playlists, filter, pageRange(query), {
      sort: { position: 1, _id: 1 },
      projection: { tracks: 0 },
    });
    return { items: rows.map(toPlaylistResponse), total, page: query.page, limit: query.limit };
  }
}

import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type PageQuery, pageRange } from '../common/pagination';
import { Playlist } from './playlist.schema';
import { type PlaylistsResponse, toPlaylistResponse } from './playlists.dto';

/** Lists a user's playlists. */
@Injectable()
export class PlaylistsService {
  constructor(@InjectModel(Playlist.name) private readonly playlists: Model<Playlist>) {}

  async list(userId: string, query: PageQuery): Promise<PlaylistsResponse> {
    const filter = { user_id: userId };
    const { skip, limit } = pageRange(query);
    const [rows, total] = await Promise.all([
      this.playlists
        .find(filter)
        .sort({ position: 1, _id: 1 })
        .skip(skip)
        .limit(limit)
        .select('-tracks')
        .lean<Omit<Playlist, 'tracks'>[]>(),
      this.playlists.countDocuments(filter),
    ]);
    return { items: rows.map(toPlaylistResponse), total, page: query.page, limit: query.limit };
  }
}

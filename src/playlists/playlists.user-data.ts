import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { type ExportFile, type UserCollection, type UserData, UserDataOwner } from '../database/user-data/user-data';
import { byUserId, jsonLines, rowsOf } from '../database/user-data/user-rows';
import { Playlist } from './playlist.schema';

/** A playlist can have thousands of tracks. */
const PLAYLISTS_A_BATCH = 20;

/** The copies of a user's playlists. */
@UserDataOwner()
export class PlaylistsUserData implements UserData {
  readonly collections: readonly UserCollection[];
  private readonly playlists: UserCollection;

  constructor(@InjectModel(Playlist.name, JOBS_CONNECTION) playlists: Model<Playlist>) {
    this.playlists = byUserId(playlists);
    this.collections = [this.playlists];
  }

  files(userId: string): ExportFile[] {
    const about = 'Your playlists with their tracks, as they were last copied from the music platform.';
    const rows = rowsOf(this.playlists, userId, { batchSize: PLAYLISTS_A_BATCH, sort: { position: 1, _id: 1 } });
    return [{ name: 'playlists.jsonl', about, content: jsonLines(rows) }];
  }
}

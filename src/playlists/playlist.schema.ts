import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { Image } from '../catalogue/catalogue.types';

/** A track as it stands in a playlist. */
export interface PlaylistTrack {
  platform_id: string;
  name: string;
  artist_name: string;
  album_name: string;
  /** Null for entries of very old playlists. */
  added_at: Date | null;
  duration_ms: number;
}

/** A playlist that a user owns or follows, as it was when it was last copied. */
@Schema({ collection: 'playlists', versionKey: false, minimize: false })
export class Playlist {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  platform_id: string;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, default: '' })
  name: string;

  @Prop({ type: String, default: '' })
  description: string;

  @Prop({ type: Boolean, default: true })
  public: boolean;

  @Prop({ type: Boolean, default: false })
  collaborative: boolean;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  images: Image[];

  @Prop({ type: String, default: '' })
  owner_id: string;

  @Prop({ type: String, default: '' })
  owner_name: string;

  /** Entries on the platform, those included that `tracks` leaves out: local files, episodes, withdrawn tracks. */
  @Prop({ type: Number, default: 0 })
  total_tracks: number;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  tracks: PlaylistTrack[];

  /** The platform's marker of this version; '' where it gives none. */
  @Prop({ type: String, default: '' })
  snapshot_id: string;

  @Prop({ type: String, default: '' })
  external_url: string;

  /** When it was last copied: it is left as it is while the platform tells nothing new of it. */
  @Prop({ type: Date, default: () => new Date() })
  fetched_at: Date;

  /** Place in the user's own order of their playlists, from 0. */
  @Prop({ type: Number, default: 0 })
  position: number;
}

export const PlaylistSchema = SchemaFactory.createForClass(Playlist);

PlaylistSchema.index({ user_id: 1, platform_id: 1 }, { unique: true });
PlaylistSchema.index({ user_id: 1, position: 1, _id: 1 });

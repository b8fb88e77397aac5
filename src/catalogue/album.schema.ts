import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { ArtistReference, Image } from './catalogue.types';
import type { Lookup } from './fetching/lookup';

/** An album, shared by all users. */
@Schema({ collection: 'albums', versionKey: false, minimize: false })
export class Album {
  _id: Types.ObjectId;

  /** The platform's id, or one made of the names of artist and album: see nameId. */
  @Prop({ type: String, required: true })
  platform_id: string;

  @Prop({ type: String, default: '' })
  name: string;

  /** The names of album and primary artist in the form that is compared. Whoever writes the names writes these. */
  @Prop({ type: String, default: '' })
  name_key: string;

  @Prop({ type: String, default: '' })
  artist_key: string;

  /** album, single or compilation. */
  @Prop({ type: String, default: '' })
  album_type: string;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  artists: ArtistReference[];

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  images: Image[];

  /** YYYY-MM-DD, '' where unknown. */
  @Prop({ type: String, default: '' })
  release_date: string;

  @Prop({ type: Number, default: 0 })
  total_tracks: number;

  @Prop({ type: [String], default: [] })
  genres: string[];

  @Prop({ type: Number, default: 0 })
  popularity: number;

  @Prop({ type: String, default: '' })
  external_url: string;

  @Prop({ type: Date, default: () => new Date() })
  fetched_at: Date;

  /** Known from an export file alone. What the platform tells overwrites it and clears this. */
  @Prop({ type: Boolean, default: false })
  stub: boolean;

  /** For a record made of names: the platform's id of the only album of these names, once one is known. */
  @Prop({ type: String, default: null })
  same_as: string | null;

  /** When the platform is asked for this album next; null for one made of names. */
  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  lookup: Lookup | null;
}

export const AlbumSchema = SchemaFactory.createForClass(Album);

AlbumSchema.index({ platform_id: 1 }, { unique: true });
AlbumSchema.index({ name_key: 1, artist_key: 1 });
// Sparse: a record without an instant is in no backlog.
AlbumSchema.index({ 'lookup.due_at': 1 }, { sparse: true });

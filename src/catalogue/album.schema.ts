import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { ArtistReference, Image } from './catalogue.types';

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
}

export const AlbumSchema = SchemaFactory.createForClass(Album);

AlbumSchema.index({ platform_id: 1 }, { unique: true });
AlbumSchema.index({ name_key: 1, artist_key: 1 });

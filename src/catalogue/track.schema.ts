import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { AlbumReference, ArtistReference, AudioFeatures } from './catalogue.types';

/** A track, shared by all users. */
@Schema({ collection: 'tracks', versionKey: false, minimize: false })
export class Track {
  _id: Types.ObjectId;

  /** The platform's id, or one made of names: see nameId. */
  @Prop({ type: String, required: true })
  platform_id: string;

  @Prop({ type: String, default: '' })
  name: string;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  artists: ArtistReference[];

  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  album: AlbumReference | null;

  @Prop({ type: Number, default: 0 })
  duration_ms: number;

  @Prop({ type: Number, default: 0 })
  popularity: number;

  @Prop({ type: Boolean, default: false })
  explicit: boolean;

  @Prop({ type: String, default: null })
  preview_url: string | null;

  @Prop({ type: String, default: '' })
  external_url: string;

  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  audio_features: AudioFeatures | null;

  @Prop({ type: [String], default: [] })
  genres: string[];

  @Prop({ type: Date, default: () => new Date() })
  fetched_at: Date;

  @Prop({ type: Date, default: () => new Date() })
  updated_at: Date;

  /** Known from an export file alone. What the platform tells overwrites it and clears this. */
  @Prop({ type: Boolean, default: false })
  stub: boolean;
}

export const TrackSchema = SchemaFactory.createForClass(Track);

TrackSchema.index({ platform_id: 1 }, { unique: true });

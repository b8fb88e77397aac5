import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { AlbumReference, ArtistReference, AudioFeatures } from './catalogue.types';
import type { Lookup } from './fetching/lookup';

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

  /** For a record made of names: the platform's id of the track, once it is found out. */
  @Prop({ type: String, default: null })
  same_as: string | null;

  /** When the platform is asked for this track next; null for one made of names. */
  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  lookup: Lookup | null;

  /** When the platform is asked for the audio features next; null when they are known, and for one made of names. */
  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  features_lookup: Lookup | null;

  /** When the platform is asked next which track has these names; null for one that is known by its id. */
  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  search: Lookup | null;
}

export const TrackSchema = SchemaFactory.createForClass(Track);

TrackSchema.index({ platform_id: 1 }, { unique: true });
// Sparse: a record without an instant is in no backlog.
TrackSchema.index({ 'lookup.due_at': 1 }, { sparse: true });
TrackSchema.index({ 'features_lookup.due_at': 1 }, { sparse: true });
// What the platform has told of an artist's and an album's tracks; stubs, of which imports make thousands, cost nothing.
TrackSchema.index({ 'artists.platform_id': 1, platform_id: 1 }, { partialFilterExpression: { stub: false } });
TrackSchema.index({ 'album.platform_id': 1, platform_id: 1 }, { partialFilterExpression: { stub: false } });

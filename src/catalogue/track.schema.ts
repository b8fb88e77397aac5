import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema } from 'mongoose';
import { CatalogueRecord, indexRecords } from './catalogue-record';
import type { AlbumReference, ArtistReference, AudioFeatures } from './catalogue.types';
import type { Lookup } from './fetching/lookup';

/** A track, shared by all users. */
@Schema({ collection: 'tracks', versionKey: false, minimize: false })
export class Track extends CatalogueRecord {
  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  artists: ArtistReference[];

  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  album: AlbumReference | null;

  @Prop({ type: Number, default: 0 })
  duration_ms: number;

  /** Its place on the album, each counted from 1; 0 where unknown. */
  @Prop({ type: Number, default: 0 })
  disc_number: number;

  @Prop({ type: Number, default: 0 })
  track_number: number;

  @Prop({ type: Number, default: 0 })
  popularity: number;

  @Prop({ type: Boolean, default: false })
  explicit: boolean;

  @Prop({ type: String, default: null })
  preview_url: string | null;

  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  audio_features: AudioFeatures | null;

  @Prop({ type: [String], default: [] })
  genres: string[];

  @Prop({ type: Date, default: () => new Date() })
  updated_at: Date;

  /** When the platform is asked for the audio features next; null when they are known, and for one made of names. */
  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  features_lookup: Lookup | null;

  /** When the platform is asked next which track has these names; null for one that is known by its id. */
  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  search: Lookup | null;
}

export const TrackSchema = SchemaFactory.createForClass(Track);

indexRecords(TrackSchema);
// Sparse, as that of the lookup.
TrackSchema.index({ 'features_lookup.due_at': 1 }, { sparse: true });
// What the platform has told of an artist's and an album's tracks; stubs, of which imports make thousands, cost nothing.
TrackSchema.index({ 'artists.platform_id': 1, platform_id: 1 }, { partialFilterExpression: { stub: false } });
TrackSchema.index({ 'album.platform_id': 1, platform_id: 1 }, { partialFilterExpression: { stub: false } });

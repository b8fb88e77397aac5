import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Types } from 'mongoose';
import { PERIODS, type Period } from '../../common/periods';
import type { AudioAverages } from '../figures/audio-averages';
import type { GenreShare } from '../figures/genres';
import type { AnalyticsSnapshot, TopAlbum, TopItem } from '../figures/snapshot';
import type { TrendPoint } from '../figures/trend';

/** One user's figures for one period, computed once and read by every request. */
@Schema({ collection: 'analytics_snapshots', versionKey: false, minimize: false })
export class StoredSnapshot implements AnalyticsSnapshot {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, enum: PERIODS, required: true })
  period: Period;

  @Prop({ type: Date, default: null })
  period_start: Date | null;

  @Prop({ type: Date, default: null })
  period_end: Date | null;

  @Prop({ type: Number, default: 0 })
  total_tracks_played: number;

  @Prop({ type: Number, default: 0 })
  total_ms_played: number;

  @Prop({ type: Number, default: 0 })
  unique_tracks: number;

  @Prop({ type: Number, default: 0 })
  unique_artists: number;

  @Prop({ type: Number, default: 0 })
  unique_albums: number;

  @Prop({ type: Number, default: 0 })
  unique_genres: number;

  @Prop({ type: Number, default: 0 })
  listening_streak_days: number;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  top_artists: TopItem[];

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  top_tracks: TopItem[];

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  top_genres: TopItem[];

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  top_albums: TopAlbum[];

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  hourly_distribution: AnalyticsSnapshot['hourly_distribution'];

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  daily_distribution: AnalyticsSnapshot['daily_distribution'];

  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  avg_audio_features: AudioAverages | null;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  trend: TrendPoint[];

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  genres: GenreShare[];

  @Prop({ type: Date, default: () => new Date() })
  computed_at: Date;

  @Prop({ type: Number, required: true })
  history_revision: number;

  @Prop({ type: Number, required: true })
  catalogue_revision: number;

  @Prop({ type: String, required: true })
  timezone: string;

  @Prop({ type: String, required: true })
  local_day: string;
}

export const SnapshotSchema = SchemaFactory.createForClass(StoredSnapshot);

SnapshotSchema.index({ user_id: 1, period: 1 }, { unique: true });

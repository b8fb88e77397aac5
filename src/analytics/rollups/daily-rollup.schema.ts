import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Types } from 'mongoose';
import type { DailyRollup, HourPlays, TrackPlays } from './rollup';

/**
 * One user's day. Written through the driver's own collection, because names as field names may hold dots and dollar
 * signs, which Mongoose refuses.
 */
@Schema({ collection: 'daily_rollups', versionKey: false, minimize: false })
export class StoredDailyRollup implements Omit<DailyRollup, 'artist_plays' | 'album_plays'> {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, required: true })
  date: string;

  @Prop({ type: Number, default: 0 })
  day_of_week: number;

  @Prop({ type: Number, default: 0 })
  total_plays: number;

  @Prop({ type: Number, default: 0 })
  total_ms: number;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  hourly: HourPlays[];

  @Prop({ type: MongooseSchema.Types.Mixed, default: {} })
  artist_plays: Record<string, number>;

  @Prop({ type: MongooseSchema.Types.Mixed, default: {} })
  album_plays: Record<string, number>;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  track_plays: TrackPlays[];

  @Prop({ type: String, required: true })
  timezone: string;
}

export const DailyRollupSchema = SchemaFactory.createForClass(StoredDailyRollup);

DailyRollupSchema.index({ user_id: 1, date: 1 }, { unique: true });

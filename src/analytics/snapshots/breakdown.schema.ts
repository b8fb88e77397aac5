import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Types } from 'mongoose';
import { PERIODS, type Period } from '../../common/periods';
import type { GenreShare } from '../figures/genres';
import type { AnalyticsBreakdown } from '../figures/snapshot';
import type { TrendPoint } from '../figures/trend';

/** A period's trend and all its genres, computed together with its snapshot. */
@Schema({ collection: 'analytics_breakdowns', versionKey: false, minimize: false })
export class StoredBreakdown implements AnalyticsBreakdown {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, enum: PERIODS, required: true })
  period: Period;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  trend: TrendPoint[];

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  genres: GenreShare[];

  @Prop({ type: Date, default: () => new Date() })
  computed_at: Date;

  @Prop({ type: String, required: true })
  local_day: string;

  @Prop({ type: String, required: true })
  timezone: string;
}

export const BreakdownSchema = SchemaFactory.createForClass(StoredBreakdown);

BreakdownSchema.index({ user_id: 1, period: 1 }, { unique: true });

import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Types } from 'mongoose';
import type { DayTotal, MonthlyRollup } from './rollup';

/** One user's month, the sum of its daily roll-ups. */
@Schema({ collection: 'monthly_rollups', versionKey: false, minimize: false })
export class StoredMonthlyRollup implements MonthlyRollup {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, required: true })
  month: string;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  days: DayTotal[];

  @Prop({ type: String, required: true })
  by_day: string;

  @Prop({ type: String, required: true })
  timezone: string;
}

export const MonthlyRollupSchema = SchemaFactory.createForClass(StoredMonthlyRollup);

MonthlyRollupSchema.index({ user_id: 1, month: 1 }, { unique: true });

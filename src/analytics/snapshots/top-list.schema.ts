import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Types } from 'mongoose';
import { PERIODS, type Period } from '../../common/periods';

export const TOP_LISTS = ['tracks', 'artists', 'albums'] as const;
export type TopListName = (typeof TOP_LISTS)[number];

/** A top list of a snapshot, joined with the catalogue: its entries are those of the API's answer. */
@Schema({ collection: 'analytics_top_lists', versionKey: false, minimize: false })
export class StoredTopList {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, enum: PERIODS, required: true })
  period: Period;

  @Prop({ type: String, enum: TOP_LISTS, required: true })
  list: TopListName;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  items: object[];

  @Prop({ type: Number, default: 0 })
  total: number;

  /** The snapshot's. */
  @Prop({ type: Date, required: true })
  computed_at: Date;

  @Prop({ type: String, required: true })
  local_day: string;

  @Prop({ type: String, required: true })
  timezone: string;
}

export const TopListSchema = SchemaFactory.createForClass(StoredTopList);

TopListSchema.index({ user_id: 1, period: 1, list: 1 }, { unique: true });

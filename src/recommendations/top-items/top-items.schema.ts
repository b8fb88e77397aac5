import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { TimeRange } from '../../platform/platform-api.client';

export const TOP_ITEM_KINDS = ['artists', 'tracks'] as const;
export type TopItemKind = (typeof TOP_ITEM_KINDS)[number];

/** One of a top list; the rest of it is in the catalogue. */
export interface TopItemReference {
  platform_id: string;
  name: string;
}

/** What the platform says a user likes best. */
@Schema({ collection: 'top_items', versionKey: false })
export class TopItems {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, enum: TOP_ITEM_KINDS, required: true })
  kind: TopItemKind;

  @Prop({ type: String, required: true })
  time_range: TimeRange;

  /** Best liked first. */
  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  items: TopItemReference[];

  @Prop({ type: Date, required: true })
  fetched_at: Date;
}

export const TopItemsSchema = SchemaFactory.createForClass(TopItems);

TopItemsSchema.index({ user_id: 1, kind: 1, time_range: 1 }, { unique: true });

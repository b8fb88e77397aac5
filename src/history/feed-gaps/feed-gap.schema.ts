import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** A time of which the platform's feed may have lost plays: there were more since the last look than it holds. */
@Schema({ collection: 'feed_gaps', versionKey: false })
export class FeedGap {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  /** End of the newest play that was known. */
  @Prop({ type: Date, required: true })
  from: Date;

  /** End of the oldest play that the feed still had. */
  @Prop({ type: Date, required: true })
  to: Date;
}

export const FeedGapSchema = SchemaFactory.createForClass(FeedGap);

FeedGapSchema.index({ user_id: 1, from: 1 }, { unique: true });

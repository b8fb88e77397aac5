import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** The right to write one user's history. */
@Schema({ collection: 'history_leases', versionKey: false })
export class HistoryLease {
  /** users._id */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Object, required: true })
  holder: Types.ObjectId;

  @Prop({ type: Date, required: true })
  expires_at: Date;

  /** Somebody else waits for it. */
  @Prop({ type: Boolean })
  wanted?: boolean;
}

export const HistoryLeaseSchema = SchemaFactory.createForClass(HistoryLease);

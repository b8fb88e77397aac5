import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** The right to write one user's history, for a short while. */
@Schema({ collection: 'history_leases', versionKey: false })
export class HistoryLease {
  /** users._id */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Object, required: true })
  holder: Types.ObjectId;

  @Prop({ type: Date, required: true })
  expires_at: Date;
}

export const HistoryLeaseSchema = SchemaFactory.createForClass(HistoryLease);

import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

@Schema({ collection: 'users', versionKey: false })
export class User {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  platform_id: string;

  @Prop({ type: String, default: '' })
  display_name: string;

  @Prop({ type: String, default: '' })
  image_url: string;

  @Prop({ type: String, default: '' })
  country: string;

  @Prop({ type: String, default: '' })
  product: string;

  @Prop({ type: Date, default: () => new Date() })
  created_at: Date;

  @Prop({ type: Date, default: null })
  last_synced_at: Date | null;

  /** Encrypted with the service's key, like the platform tokens; only /auth/status shows it. */
  @Prop({ type: String, default: '' })
  email_encrypted: string;

  /** IANA name of the zone whose calendar days the statistics count by. */
  @Prop({ type: String, default: 'UTC' })
  timezone: string;

  /** Another one each time that the user's statistics have been computed. */
  @Prop({ type: String, default: '' })
  statistics_name: string;
}

export const UserSchema = SchemaFactory.createForClass(User);

UserSchema.index({ platform_id: 1 }, { unique: true });

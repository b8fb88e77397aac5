import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** A user's link to their platform account. */
@Schema({ collection: 'platform_tokens', versionKey: false })
export class PlatformToken {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, required: true })
  refresh_token_encrypted: string;

  @Prop({ type: String, required: true })
  access_token_encrypted: string;

  /** Expiry of the access token. */
  @Prop({ type: Date, required: true })
  expires_at: Date;

  /** Space-separated granted scopes. */
  @Prop({ type: String, default: '' })
  scope: string;

  /** The platform has refused the refresh token: only a new login mends the link. */
  @Prop({ type: Boolean, default: false })
  broken: boolean;
}

export const PlatformTokenSchema = SchemaFactory.createForClass(PlatformToken);

PlatformTokenSchema.index({ user_id: 1 }, { unique: true });
PlatformTokenSchema.index({ broken: 1, expires_at: -1 });

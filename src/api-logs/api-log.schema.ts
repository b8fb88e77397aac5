import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** `platform`: its Web API and its accounts service; `internal`: whatever else the service calls. */
export type CalledService = 'platform' | 'internal';

/** One outbound HTTP call. Nothing of its query, its headers or its bodies is kept. */
@Schema({ collection: 'api_logs', versionKey: false })
export class ApiLog {
  _id: Types.ObjectId;

  /** '' for a call that was made for no single user. */
  @Prop({ type: String, default: '' })
  user_id: string;

  /** A {@link CalledService}. */
  @Prop({ type: String, default: 'platform' })
  service: string;

  @Prop({ type: String, default: '' })
  method: string;

  /** The path as called, without the query string. */
  @Prop({ type: String, default: '' })
  endpoint: string;

  /** The path with ids as `{id}`, by which calls are grouped. */
  @Prop({ type: String, default: '' })
  route: string;

  /** 0 when there was no answer. */
  @Prop({ type: Number, default: 0 })
  status_code: number;

  @Prop({ type: Number, default: 0 })
  latency_ms: number;

  /** What went wrong, in the words of the service that was called or of the network; '' when nothing did. */
  @Prop({ type: String, default: '' })
  error: string;

  /** Correlation id of the request or job that the call was made for. */
  @Prop({ type: String, default: '' })
  request_id: string;

  @Prop({ type: Date, default: () => new Date() })
  timestamp: Date;
}

export const ApiLogSchema = SchemaFactory.createForClass(ApiLog);

ApiLogSchema.index({ user_id: 1, timestamp: -1, _id: -1 });
ApiLogSchema.index({ timestamp: 1 });

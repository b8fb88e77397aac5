import { Schema, SchemaFactory } from '@nestjs/mongoose';
import { UnresolvedHistory } from './unresolved-history.schema';

/** A user in whose history there are plays without names, and when the catalogue is looked through for these. */
@Schema({ collection: 'history_nameless', versionKey: false })
export class NamelessHistory extends UnresolvedHistory {}

export const NamelessHistorySchema = SchemaFactory.createForClass(NamelessHistory);

NamelessHistorySchema.index({ due_at: 1 });

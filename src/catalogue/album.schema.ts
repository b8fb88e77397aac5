import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema } from 'mongoose';
import { CatalogueRecord, indexRecords } from './catalogue-record';
import type { AlbumTrack, ArtistReference, Image } from './catalogue.types';
import type { Lookup } from './fetching/lookup';

/** An album, shared by all users. */
@Schema({ collection: 'albums', versionKey: false, minimize: false })
export class Album extends CatalogueRecord {
  /** The names of album and primary artist in the form that is compared. Whoever writes the names writes these. */
  @Prop({ type: String, default: '' })
  name_key: string;

  @Prop({ type: String, default: '' })
  artist_key: string;

  /** album, single or compilation. */
  @Prop({ type: String, default: '' })
  album_type: string;

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  artists: ArtistReference[];

  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  images: Image[];

  /** YYYY-MM-DD, '' where unknown. */
  @Prop({ type: String, default: '' })
  release_date: string;

  @Prop({ type: Number, default: 0 })
  total_tracks: number;

  /** Its tracks, as many of them as are known. */
  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  tracks: AlbumTrack[];

  /** When the platform is asked for all of its tracks next; null when they have come with the album itself. */
  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  tracks_lookup: Lookup | null;

  @Prop({ type: [String], default: [] })
  genres: string[];

  @Prop({ type: Number, default: 0 })
  popularity: number;
}

/** An album without its tracks, which take most of its room and are read for their order alone. */
export type AlbumFacts = Omit<Album, 'tracks'>;

export const AlbumSchema = SchemaFactory.createForClass(Album);

indexRecords(AlbumSchema);
AlbumSchema.index({ name_key: 1, artist_key: 1 });
// Sparse, as that of the lookup.
AlbumSchema.index({ 'tracks_lookup.due_at': 1 }, { sparse: true });

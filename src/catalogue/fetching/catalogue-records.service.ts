import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import type { PlatformAlbum } from '../../platform/answers/album';
import type { PlatformArtist } from '../../platform/answers/artist';
import type { PlatformAudioFeatures } from '../../platform/answers/audio-features';
import type { PlatformTrack } from '../../platform/answers/track';
import { Album } from '../album.schema';
import { Artist } from '../artist.schema';
import { insertUnknown } from '../../database/insert-unknown';
import { CatalogueRevisions, type ToldKind } from '../catalogue-revisions.service';
import { Track } from '../track.schema';
import { CatalogueAliases } from './catalogue-aliases.service';
import type { AlbumList } from './album-lists';
import { answered, neverAsked } from './lookup';
import { albumsNamed, artistsNamed, type Naming } from './named';
import {
  isNews,
  isOtherIdentity,
  listsOther,
  showsOther,
  type KnownRecord,
  tellAlbum,
  tellArtist,
  tellTrack,
  toAlbumTrack,
  toAudioFeatures,
  type ToldAlbum,
  type ToldArtist,
  type ToldTrack,
} from './told';
import { refusedAsDuplicates } from '../../database/duplicate-key';

/** Puts what the platform tells into the catalogue, over what files have said. */
@Injectable()
export class CatalogueRecords {
  constructor(
    @InjectModel(Track.name, JOBS_CONNECTION) private readonly tracks: Model<Track>,
    @InjectModel(Artist.name, JOBS_CONNECTION) private readonly artists: Model<Artist>,
    @InjectModel(Album.name, JOBS_CONNECTION) private readonly albums: Model<Album>,
    private readonly aliases: CatalogueAliases,
    private readonly revisions: CatalogueRevisions,
  ) {}

  /**
   * Keeps tracks, and names the artists and albums that come with them, to be fetched in their turn. A track that the
   * platform gives in another's place is kept under both ids: a history may name either.
   */
  async keepTracks(tracks: readonly PlatformTrack[], now = new Date()): Promise<void> {
    const told = new Map(
      tracks.flatMap((track) => [track.platformId, track.linkedFromId ?? track.platformId].map((id) => [id, track])),
    );
    const tell = (known: Track | undefined, track: PlatformTrack): ToldTrack => tellTrack(known, track, now);
    const known = await this.knownOf<Track>(this.tracks, told.keys());
    const news = newsIn(known, told, tell, now);
    // Before the tracks: whom a track names is not looked at again once the track is known.
    await this.keepNamed(
      tracks,
      [...news.keys()].flatMap((id) => told.get(id) ?? []),
      now,
    );
    const whenNew = { audio_features: null, genres: [], same_as: null, features_lookup: neverAsked(now), search: null };
    const tellsWhose = [...news].some(([id, track]) => isOtherIdentity(known.get(id), track));
    const isOtherCover = [...news].some(([id, { album }]) => known.get(id)?.album?.image_url !== album?.image_url);
    await this.revisions.advance(kindsOf({ identities: tellsWhose, covers: isOtherCover }), () =>
      this.write(this.tracks, news, whenNew),
    );
  }

  async keepAlbums(albums: readonly PlatformAlbum[], now = new Date()): Promise<void> {
    const told = new Map(albums.map((album) => [album.platformId, album]));
    const tell = (known: Album | undefined, album: PlatformAlbum): ToldAlbum => tellAlbum(known, album, now);
    const known = await this.knownOf<Album>(this.albums, told.keys());
    const news = newsIn(known, told, tell, now);
    const isOther = [...news].some(([id, each]) =>
      showsOther<Pick<Album, 'name' | 'genres' | 'images'>>(known.get(id), each),
    );
    const isOtherList = [...news].some(([id, each]) => listsOther(known.get(id), each));
    await this.revisions.advance(kindsOf({ covers: isOther, album_lists: isOtherList }), () =>
      this.write(this.albums, news, { same_as: null }),
    );
    await this.aliases.ofAlbums(albums.map(({ name }) => name));
    const naming = albums.map(({ artists }) => ({ artists }));
    await this.keepNamed(naming, naming, now);
  }

  async keepArtists(artists: readonly PlatformArtist[], now = new Date()): Promise<void> {
    const told = new Map(artists.map((artist) => [artist.platformId, artist]));
    const tell = (known: Artist | undefined, artist: PlatformArtist): ToldArtist => tellArtist(known, artist, now);
    const known = await this.knownOf<Artist>(this.artists, told.keys());
    const news = newsIn(known, told, tell, now);
    const isOther = [...news].some(([id, each]) =>
      showsOther<Pick<Artist, 'name' | 'genres' | 'images'>>(known.get(id), each),
    );
    await this.revisions.advance(kindsOf({ artists: isOther }), () =>
      this.write(this.artists, news, { same_as: null }),
    );
    await this.aliases.ofArtists(artists.map(({ name }) => name));
  }

  /** Keeps the measures of tracks that are in the catalogue. */
  async keepAudioFeatures(measured: readonly PlatformAudioFeatures[], now = new Date()): Promise<void> {
    if (measured.length === 0) return;
    const writes = measured.map((told) => ({
      updateOne: {
        filter: { platform_id: told.platformId },
        update: { $set: { audio_features: toAudioFeatures(told), updated_at: now, features_lookup: null } },
      },
    }));
    await this.revisions.advance(['features'], async () => {
      await this.tracks.collection.bulkWrite(writes, { ordered: false });
    });
  }

  /** Keeps the tracks of albums that are in the catalogue. */
  async keepAlbumLists(lists: readonly AlbumList[], now = new Date()): Promise<void> {
    if (lists.length === 0) return;
    const writes = lists.map(({ platformId, tracks }) => ({
      updateOne: {
        filter: { platform_id: platformId },
        update: { $set: { tracks: tracks.map(toAlbumTrack), tracks_lookup: answered(now) } },
      },
    }));
    await this.revisions.advance(['album_lists'], async () => {
      await this.albums.collection.bulkWrite(writes, { ordered: false });
    });
  }

  private async knownOf<Known>(
    { collection }: Pick<Model<Known>, 'collection'>,
    platformIds: Iterable<string>,
  ): Promise<Map<string, Known>> {
    const ids = [...platformIds];
    if (ids.length === 0) return new Map();
    const rows = await collection.find({ platform_id: { $in: ids } }).toArray();
    return new Map(rows.map((row) => [String(row.platform_id), row as unknown as Known]));
  }

  /** @param whenNew fields of a new record beside those that the platform tells */
  private async write<Known>(
    { collection }: Pick<Model<Known>, 'collection'>,
    news: ReadonlyMap<string, object>,
    whenNew: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    if (news.size === 0) return;
    const writes = Array.from(news, ([platform_id, fields]) => ({
      updateOne: { filter: { platform_id }, update: { $set: fields, $setOnInsert: whenNew }, upsert: true },
    }));
    const write = (): Promise<unknown> => collection.bulkWrite(writes, { ordered: false });
    try {
      await write();
    } catch (error) {
      // Somebody else has just inserted some of them: now they are there to be updated.
      if (refusedAsDuplicates(error) === null) throw error;
      await write();
    }
  }

  /** @param news those of them of which it is not certain that whom they name is known */
  private async keepNamed(naming: readonly Naming[], news: readonly Naming[], now: Date): Promise<void> {
    await Promise.all([
      insertUnknown(this.artists, artistsNamed(news, now)),
      insertUnknown(this.albums, albumsNamed(news, now)),
    ]);
    await Promise.all([
      this.aliases.ofArtists(artistsNamed(naming, now).map(({ name }) => name)),
      this.aliases.ofAlbums(albumsNamed(naming, now).map(({ name }) => name)),
    ]);
  }
}

/** The kinds of which it holds. */
function kindsOf(holds: Partial<Record<ToldKind, boolean>>): ToldKind[] {
  return (Object.keys(holds) as ToldKind[]).filter((kind) => holds[kind]);
}

/**
 * @returns the fields of what is new, changed, or was told long ago, by platform id: popular tracks are told with every
 * sync of everybody who plays them
 */
function newsIn<Known extends KnownRecord, Told, Fields extends object>(
  known: ReadonlyMap<string, Known>,
  told: ReadonlyMap<string, Told>,
  tell: (known: Known | undefined, told: Told) => Fields,
  now: Date,
): Map<string, Fields> {
  const fields = Array.from(told, ([id, each]): [string, Fields] => [id, tell(known.get(id), each)]);
  return new Map(fields.filter(([id, each]) => isNews(known.get(id), each, now)));
}

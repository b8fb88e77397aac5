import { Injectable, OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import type { PlatformAlbum } from '../../platform/answers/album';
import type { PlatformArtist } from '../../platform/answers/artist';
import type { PlatformAudioFeatures } from '../../platform/answers/audio-features';
import type { PlatformTrack } from '../../platform/answers/track';
import { PlatformApiClient } from '../../platform/platform-api.client';
import { Album } from '../album.schema';
import { Artist } from '../artist.schema';
import { Track } from '../track.schema';
import { type AlbumList, listsOfPlayed } from './album-lists';
import { Backlog } from './backlog';
import { CatalogueRecords } from './catalogue-records.service';
import { CatalogueTurns } from './catalogue-turns.service';
import { FetchWork } from './fetch-work';
import { postponedByADay } from './lookup';

/**
 * Records a turn and kind: what the platform gives in one call, where it lets this app read in batches. The tracks of an
 * album take some calls by themselves.
 */
const MOST = { tracks: 50, albums: 20, artists: 50, audioFeatures: 100, albumLists: 5 };

/** Fetches what the catalogue lacks or knows of old, in turns: see CatalogueTurns. */
@Injectable()
export class CatalogueFetchService implements OnModuleInit {
  private readonly tracks: FetchWork<Track, PlatformTrack>;
  private readonly albums: FetchWork<Album, PlatformAlbum>;
  private readonly artists: FetchWork<Artist, PlatformArtist>;
  private readonly audioFeatures: FetchWork<Track, PlatformAudioFeatures>;
  private readonly albumLists: FetchWork<Album, AlbumList>;

  constructor(
    private readonly turns: CatalogueTurns,
    client: PlatformApiClient,
    records: CatalogueRecords,
    @InjectModel(Track.name, JOBS_CONNECTION) tracks: Model<Track>,
    @InjectModel(Artist.name, JOBS_CONNECTION) artists: Model<Artist>,
    @InjectModel(Album.name, JOBS_CONNECTION) albums: Model<Album>,
  ) {
    this.tracks = new FetchWork(new Backlog<Track>(tracks.collection, 'lookup'), {
      what: 'tracks',
      most: MOST.tracks,
      ask: (ids) => client.tracks(ids),
      keep: (told) => records.keepTracks(told),
    });
    this.albums = new FetchWork(new Backlog<Album>(albums.collection, 'lookup'), {
      what: 'albums',
      most: MOST.albums,
      ask: (ids) => client.albums(ids),
      keep: (told) => records.keepAlbums(told),
    });
    this.artists = new FetchWork(new Backlog<Artist>(artists.collection, 'lookup'), {
      what: 'artists',
      most: MOST.artists,
      ask: (ids) => client.artists(ids),
      keep: (told) => records.keepArtists(told),
    });
    this.audioFeatures = new FetchWork(new Backlog<Track>(tracks.collection, 'features_lookup'), {
      what: 'audio features',
      most: MOST.audioFeatures,
      ask: (ids) => client.audioFeatures(ids),
      keep: (told) => records.keepAudioFeatures(told),
    });
    this.albumLists = new FetchWork(new Backlog<Album>(albums.collection, 'tracks_lookup'), {
      what: 'tracks of albums',
      most: MOST.albumLists,
      ask: (ids) => listsOfPlayed(client, tracks, ids),
      keep: (told) => records.keepAlbumLists(told),
      askAgain: postponedByADay,
    });
  }

  /** Tracks first: they tell by which ids their albums and artists are asked for. */
  onModuleInit(): void {
    const works = [this.tracks, this.albums, this.artists, this.audioFeatures, this.albumLists];
    for (const work of works) this.turns.register(work);
  }

  /**
   * Fetches, at once, the audio features of those of these tracks whose features are not known and that nobody else is
   * fetching.
   *
   * @returns how many were got; 0 where the platform does not offer them to this app
   * @throws the PlatformError for which nothing can be asked for now
   */
  fetchAudioFeatures(platformIds: readonly string[], signal: AbortSignal): Promise<number> {
    return this.audioFeatures.fetch(platformIds, signal);
  }
}

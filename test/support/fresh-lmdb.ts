import * as lmdb from 'lmdb';

// The native part of lmdb, which all test files of a process share, keeps the `open` of the first module that was loaded;
// when that one's file has ended, Jest lets it load nothing any more.
const { nativeAddon } = lmdb as unknown as { nativeAddon: { open?: unknown } };
delete nativeAddon.open;

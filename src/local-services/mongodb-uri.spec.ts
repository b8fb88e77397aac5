import { socketMongodbUri, withDatabaseName } from './mongodb-uri';

describe('withDatabaseName', () => {
  it.each([
    ['mongodb://localhost:27017', 'mongodb://localhost:27017/playledger'],
    ['mongodb://localhost:27017/', 'mongodb://localhost:27017/playledger'],
    ['mongodb://a:1,b:2/?replicaSet=rs&w=majority', 'mongodb://a:1,b:2/playledger?replicaSet=rs&w=majority'],
    ['mongodb://a:1?replicaSet=rs', 'mongodb://a:1/playledger?replicaSet=rs'],
    ['mongodb+srv://me:s%2Fecret@cluster.example', 'mongodb+srv://me:s%2Fecret@cluster.example/playledger'],
    ['mongodb://%2Frun%2Fm.sock', 'mongodb://%2Frun%2Fm.sock/playledger'],
  ])('adds the name to %s', (uri, expected) => {
    expect(withDatabaseName(uri, 'playledger')).toBe(expected);
  });

  it.each(['mongodb://localhost/mine', 'mongodb://localhost/mine?w=1', 'mongodb://%2Frun%2Fm.sock/mine'])(
    'leaves %s as it is',
    (uri) => {
      expect(withDatabaseName(uri, 'playledger')).toBe(uri);
    },
  );
});

describe('socketMongodbUri', () => {
  it('encodes the path of the socket', () => {
    expect(socketMongodbUri('/data/my plays/run/documents.sock', 'playledger')).toBe(
      'mongodb://%2Fdata%2Fmy%20plays%2Frun%2Fdocuments.sock/playledger',
    );
  });
});

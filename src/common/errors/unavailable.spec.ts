import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { isDatabaseUnavailable } from './unavailable';

it('a socket that its other end has closed is a database out of reach, whoever writes to it', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.resume();
  await once(socket, 'end');
  socket.write('ping');
  const [error] = (await once(socket, 'error')) as [unknown];
  expect(error).toMatchObject({ code: 'EPIPE' });
  expect(isDatabaseUnavailable(error)).toBe(true);
  server.close();
});

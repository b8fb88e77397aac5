import type { AddressInfo } from 'node:net';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import fastify from 'fastify';
import { MongoClient } from 'mongodb';
import { NotAuthenticated, NotFound } from '../../../src/common/errors/errors';
import { ConfigModule } from '../../../src/config/config.module';
import { loadSettings } from '../../../src/config/load-settings';
import { COMPRESSION } from '../../../src/http/kept-compressions';
import { QueueModule } from '../../../src/queue/queue.module';
import { AdmissionService } from '../../../src/rate-limit/admission.service';
import { RateLimitModule } from '../../../src/rate-limit/rate-limit.module';
import { obey } from '../helper-process';

/** Environment variables of the service that is measured, and where the documents lie that the server tells. */
export interface BareServerOrder {
  env: Record<string, string>;
  database: string;
  collection: string;
}

@Module({})
class Bare {}

/**
 * The least that a route of the service can cost: Fastify with the service's own session check, rate limit and
 * compression, and one `findOne` over the driver alone.
 *
 * @returns its address
 */
async function serve({ env, database, collection }: BareServerOrder): Promise<string> {
  const settings = loadSettings(env);
  const context = await NestFactory.createApplicationContext(
    { module: Bare, imports: [ConfigModule.forRoot(settings), QueueModule, RateLimitModule] },
    { logger: ['error', 'warn'] },
  );
  const admission = context.get(AdmissionService);
  const client = await MongoClient.connect(settings.mongodbUri ?? '');
  const documents = client.db(database).collection<{ _id: string }>(collection);

  const server = fastify();
  await server.register(cookie);
  server.addHook('onRequest', (request, reply) => admission.admit(request, reply));
  await server.register(compress, COMPRESSION);
  server.get<{ Params: { id: string } }>('/:id', async ({ session, params }) => {
    if (session === undefined) throw new NotAuthenticated();
    const document = await documents.findOne({ _id: params.id });
    if (document === null) throw new NotFound(`There is no document "${params.id}".`);
    return document;
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

obey(serve);

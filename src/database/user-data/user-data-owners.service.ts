import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type UserData, UserDataOwner } from './user-data';

/** Finds everybody who keeps something of users. */
@Injectable()
export class UserDataOwners {
  constructor(private readonly discovery: DiscoveryService) {}

  all(): UserData[] {
    return this.discovery
      .getProviders({ metadataKey: UserDataOwner.KEY })
      .map(({ instance }) => instance as unknown as UserData);
  }
}

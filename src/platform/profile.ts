import { firstImageUrlOf, objectOf, optionalTextOf, textOf } from './answer-reader';

/** Who a platform account belongs to. The platform leaves fields out for some apps; then they are "". */
export interface PlatformProfile {
  platformId: string;
  displayName: string;
  email: string;
  imageUrl: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Subscription, such as premium or free. */
  product: string;
}

/** @throws PlatformAnswerUnexpected when the profile has no id */
export function readProfile(body: unknown): PlatformProfile {
  const profile = objectOf(body, 'the profile');
  return {
    platformId: textOf(profile, 'id', 'the profile'),
    displayName: optionalTextOf(profile, 'display_name'),
    email: optionalTextOf(profile, 'email'),
    imageUrl: firstImageUrlOf(profile),
    country: optionalTextOf(profile, 'country'),
    product: optionalTextOf(profile, 'product'),
  };
}

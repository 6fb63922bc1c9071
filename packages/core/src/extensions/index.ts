export {
  type AdvertisedExtension,
  type AdvertisedExtensions,
  advertisedExtensions,
  advertisedKey,
  canonicalExtensionId,
  type ExtensionId,
  type Grammar,
  parseExtensionId,
} from "@mcptest/pack";

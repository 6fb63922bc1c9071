import { type Exchange, excerpt, type Json, member } from "@mcptest/pack";
import type { Sighting } from "../sightings.js";
import { overlap, progressTokenOf, type Relation, relationOf } from "./streams.js";

/** What came on the stream of one request and belongs to another (A71). `withToken`: requests with a progress token. */
export function foreignTo(stream: Exchange, withToken: readonly Exchange[]): Sighting[] {
  return stream.messages.flatMap(({ json }): Sighting[] => {
    const relation = relationOf(json);
    const whose = relation && ownerWords(stream, relation, withToken);
    if (whose === undefined) return [];
    const name = excerpt(member(json, "method"), 80);
    return [
      {
        kind: relation?.to ?? "",
        subject: stream.method ?? "",
        exchange: stream.number,
        finding: {
          sent: `${stream.method} with the id ${excerpt(stream.id, 40)}`,
          came: `on its stream came ${name} of ${whose}: ${excerpt(json, 160)}`,
          rule: "A71: notifications on the stream of a request relate to that request",
          fix: "send a notification on the stream of the request that it belongs to, and on no other",
        },
      },
    ];
  });
}

/** Whose a notification is, where that is not the request of the stream. */
function ownerWords(stream: Exchange, relation: Relation, withToken: readonly Exchange[]): string | undefined {
  if (relation.to === "subscription") return `the subscription ${excerpt(relation.id, 40)}`;
  if (relation.to === "cancelled")
    return same(relation.id, stream.id) ? undefined : `request ${excerpt(relation.id, 40)}`;
  if (same(relation.token, progressTokenOf(stream))) return undefined;
  // A token of no request that is under way is judged by rpc-progress.
  const other = withToken.find((each) => same(relation.token, progressTokenOf(each)) && overlap(each, stream));
  return other && `request ${excerpt(other.id, 40)}`;
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

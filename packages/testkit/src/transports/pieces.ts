/** Writes one piece; `done` tells when the next may follow, or that there is nobody to write to any more. */
type Write = (piece: Buffer, done: (error?: Error | null) => void) => void;

/** A queue in front of a stream: what is put in is written in order, piece by piece. */
export interface PieceWriter {
  write(pieces: Iterable<Buffer>): void;
  /** Runs `action` after everything that was put in before. */
  after(action: () => void): void;
}

/**
 * Makes a {@link PieceWriter}. Pieces are written one at a time, each in a turn of the event loop of its own, so that
 * they tend to arrive one at a time as well.
 */
export function createPieceWriter(write: Write): PieceWriter {
  let last = Promise.resolve();
  let broken = false;

  async function put(pieces: Iterable<Buffer>): Promise<void> {
    for (const piece of pieces) {
      if (piece.length === 0) continue;
      if (broken) return;
      await new Promise<void>((resolve) =>
        write(piece, (error) => {
          if (error) broken = true;
          resolve();
        }),
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  return {
    write(pieces) {
      last = last.then(() => put(pieces));
    },
    after(action) {
      last = last.then(action);
    },
  };
}

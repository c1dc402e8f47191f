package dev.tally.singer.replay;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** R25: what a replay remembers. */
final class LedgerTest {
    @TempDir
    private Path folder;

    @Test
    void r25WhatWasLoadedIsKnownAgain() throws IOException {
        try (Ledger ledger = open(false)) {
            ledger.loaded("a");
            ledger.loaded("b", List.of("x", "ü"));
        }
        try (Ledger ledger = open(true)) {
            assertThat(ledger.isLoaded("a")).isTrue();
            assertThat(ledger.isLoaded("a", "any")).isTrue();
            assertThat(ledger.isLoaded("b")).isFalse();
            assertThat(ledger.isLoaded("b", "ü")).isTrue();
            assertThat(ledger.isLoaded("b", "y")).isFalse();
        }
        try (Ledger ledger = open(false)) {
            assertThat(ledger.isLoaded("a")).isFalse();
        }
    }

    @Test
    void r25ALineThatBrokeOffIsNoneAndNoneIsLostAfterIt() throws IOException {
        try (Ledger ledger = open(false)) {
            ledger.loaded("a");
        }
        byte[] whole = Files.readAllBytes(path());
        Files.writeString(path(), "{\"log\":\"b", StandardOpenOption.APPEND);
        try (Ledger ledger = open(true)) {
            assertThat(ledger.isLoaded("b")).isFalse();
            ledger.loaded("c");
        }
        assertThat(Files.readString(path())).startsWith(new String(whole, StandardCharsets.UTF_8))
                .endsWith("{\"log\":\"c\"}\n");
        try (Ledger ledger = open(true)) {
            assertThat(ledger.isLoaded("a")).isTrue();
            assertThat(ledger.isLoaded("c")).isTrue();
        }
    }

    @Test
    void r25TwoReplaysOfTheSameAreKeptApart() throws IOException {
        try (Ledger first = open(false)) {
            first.loaded("a");
            assertThatThrownBy(() -> open(true)).isInstanceOf(Ledger.BusyException.class)
                    .hasMessageContaining(path().toString());
        }
    }

    private Ledger open(boolean resume) throws IOException {
        return Ledger.open(path(), "file:///lake", List.of("target-x", "--config", "c"), resume);
    }

    private Path path() {
        return folder.resolve("state/ledger");
    }
}

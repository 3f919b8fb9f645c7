# syntax=docker/dockerfile:1
# One static binary on an empty image, as a user without rights. /data holds the matches.
# Images are pinned: to take a newer one, look up its digest, as by docker buildx imagetools inspect golang:1.26.
FROM golang:1.26.8@sha256:0f063af2d465d8dcae54cce04278ada488b96f77b42449c8d071e47d016cc65a AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# The commit, if you like: --build-arg COMMIT=$(git rev-parse --short=12 HEAD). Git itself is not copied.
ARG COMMIT=
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w -X main.built=$COMMIT" -o /referee ./cmd/referee \
 && mkdir /empty

FROM gcr.io/distroless/static-debian12:nonroot@sha256:d093aa3e30dbadd3efe1310db061a14da60299baff8450a17fe0ccc514a16639
COPY --from=build /referee /referee
COPY --from=build --chown=nonroot:nonroot /empty /data
USER nonroot
ENV REFEREE_DB=/data/referee.db \
    REFEREE_DICE_KEY=/data/referee.key \
    REFEREE_PICTURES=/data/pictures \
    REFEREE_BACKUP_DIR=/data/backups \
    REFEREE_TABLE_LISTEN=0.0.0.0:8080
EXPOSE 8080
VOLUME /data
WORKDIR /data
ENTRYPOINT ["/referee"]
CMD ["start"]
